"""The composition root: settings, the table thread, the devices, the web server."""
