"""Runs the chapters of books and tutorials that were written for MXNet: ``make books BOOKS=/path/to/checkouts``."""
