"""The same game written the usual way, to be measured against; none of it is shipped."""
