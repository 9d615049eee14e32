"""Mail: how it is written, how it leaves, what comes back, and the addresses that people have proved to be theirs."""
