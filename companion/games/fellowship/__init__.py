"""The Fellowship of the Ring (1983): its rules, its data and the views that its players get."""
