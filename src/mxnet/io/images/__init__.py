"""Batches of images from record files: read, decoded, augmented and normalized by several threads."""
