"""Several hosts on one machine, for tests: see `network.Network` and `testcase.HostsTestCase`."""
