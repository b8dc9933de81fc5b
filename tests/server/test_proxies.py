from croupier.server.proxies import UNKNOWN, Proxies, is_same_origin


def test_the_address_of_a_client_without_proxies_is_its_own() -> None:
    assert Proxies().client_address("10.0.0.7", "1.2.3.4") == "10.0.0.7"


def test_only_a_trusted_proxy_says_whose_request_it_forwards() -> None:
    proxies = Proxies(["10.0.0.1", "10.1.0.0/16"])
    assert proxies.client_address("10.0.0.1", "192.0.2.9") == "192.0.2.9"
    assert proxies.client_address("10.1.2.3", "192.0.2.9") == "192.0.2.9"
    assert proxies.client_address("10.0.0.2", "192.0.2.9") == "10.0.0.2"


def test_a_client_cannot_put_an_address_before_its_own() -> None:
    proxies = Proxies(["10.0.0.1", "10.0.0.2"])
    assert proxies.client_address("10.0.0.1", "127.0.0.1, 192.0.2.9, 10.0.0.2") == "192.0.2.9"


def test_what_is_no_address_is_not_believed_and_never_the_proxy() -> None:
    for odd in ("<script>", "192.0.2.9:5555", "192.0.2.9, ", "unix:", "[::1]"):
        assert Proxies(["127.0.0.1"]).client_address("127.0.0.1", odd) == UNKNOWN


def test_only_a_trusted_proxy_reports_the_scheme_of_a_request() -> None:
    proxies = Proxies(["10.0.0.1"])
    assert proxies.scheme("10.0.0.1", "https", "http") == "https"
    assert proxies.scheme("10.0.0.9", "https", "http") == "http"
    for odd in ("", "https,http", "javascript"):
        assert proxies.scheme("10.0.0.1", odd, "http") == "http"
    assert is_same_origin("https://floor.example", "https", "floor.example")
    assert is_same_origin(None, "https", "floor.example")
    assert not is_same_origin("http://floor.example", "https", "floor.example")
