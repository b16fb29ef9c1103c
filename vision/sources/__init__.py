"""Where pictures come from: a device, a folder, a video file, a stream, a rendered table."""
