"""Why the register of people refuses a command."""

from croupier.rules.coded import Coded


class Reason(Coded):
    """Why a command was refused: a stable code for programs, and its meaning for people."""

    NOT_YOUR_DUTY = "not-your-duty", "Another role does that on this floor."
    NOT_YOURSELF = "not-yourself", "Another person has to do that."
    SECOND_PERSON_NEEDED = "second-person-needed", "Another person has to sign that, too."
    SAME_PERSON = "same-person", "The second person is the first."
    UNKNOWN_LOGIN = "unknown-login", "Nobody on this floor has that login."
    LOGIN_DISABLED = "login-disabled", "The login is disabled."
    LOGIN_LOCKED = "login-locked", "The login is locked after too many wrong passwords."
    PASSWORD_DUE = "password-due", "The one-time password has to be changed first."
    SIGN_IN_FAILED = "sign-in-failed", "Login and password do not fit, or the login may not sign in."
    WEAK_PASSWORD = "weak-password", "The password is too short, too long or too common."
    TRY_AGAIN = "try-again", "Too many passwords are being checked at this moment."
    BAD_LOGIN = "bad-login", "A login cannot be written like that."
    BAD_NAME = "bad-name", "A name cannot be written like that, or it is kept for the program."
    BAD_TEXT = "bad-text", "A text is empty, too long, or has control characters."
    BAD_TIME = "bad-time", "It would have happened before something that has happened."
    LOGIN_TAKEN = "login-taken", "Somebody has that login already."
    NAME_TAKEN = "name-taken", "A person or a terminal has that name already."
    UNKNOWN_ROLE = "unknown-role", "The floor has no such role, or none was named."
    LAST_ADMINISTRATOR = "last-administrator", "Nobody would be left to manage staff."
    NOTHING_TO_CHANGE = "nothing-to-change", "It is so already."
    UNKNOWN_CONSOLE = "unknown-console", "Nobody is signed in there."
    UNKNOWN_CODE = "unknown-code", "The code was never issued, was used, or has expired."
    CODE_TAKEN = "code-taken", "The code or the key was issued before."
    TOO_MANY_CODES = "too-many-codes", "Too many codes are outstanding."
    UNKNOWN_CLIENT = "unknown-client", "No client has that id, or its key was revoked."
