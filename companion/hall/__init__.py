"""What a table tells a hall: its public view as MQTT messages (docs/hall.md)."""
