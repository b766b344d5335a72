"""Building blocks of Lottie files, just what the demo's gifts need."""
