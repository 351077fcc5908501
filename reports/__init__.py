"""Asking a lake: views, reports, checks, one hand, and how results are shown."""
