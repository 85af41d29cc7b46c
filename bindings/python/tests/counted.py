"""A model for the tests that count references."""


class Model:
    """Something to hold on to, that tells when it goes."""

    def __init__(self, key: int, look: int = 0) -> None:
        self.key_number = key
        self.look = look

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Model) and self.look == other.look

    __hash__ = None  # type: ignore[assignment]
