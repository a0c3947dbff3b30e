"""What requests and processes share: logs, limits, heartbeats and figures."""
