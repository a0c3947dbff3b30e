"""How dates are written, where a language of the site has other habits than Django knows."""
