"""The lake: schema, part writer, manifests, commit. It knows files and Arrow, not the engine."""
