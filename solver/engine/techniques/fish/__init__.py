"""Fish: as many units as a digit's places in them have others that cross them."""
