"""The conversation of the README by a generated client, the package `parley_client` of openapi-python-client.

PARLEY_URL is the address of the API, PARLEY_MAILS the folder of the mails that the platform writes.
"""

import os
import re
import time
from pathlib import Path

from parley_client import AuthenticatedClient, Client, models
from parley_client.api.helpcenter_articles import helpcenter_articles_create
from parley_client.api.helpcenter_collections import helpcenter_collections_create
from parley_client.api.helpcenter_visitor import helpcenter_visitor_answer, helpcenter_visitor_search
from parley_client.api.messages import messages_create, messages_find
from parley_client.api.projects import projects_create, projects_get
from parley_client.api.sessions import sessions_create
from parley_client.api.tickets import tickets_compose, tickets_get, tickets_list, tickets_search, tickets_update
from parley_client.api.users import users_sign_up, users_verify

URL = os.environ["PARLEY_URL"]
MAILS = Path(os.environ["PARLEY_MAILS"])
EMAIL = "python@example.com"
PATIENCE_SECONDS = 30

calls = 0


def ok(operation, *path, **arguments):
    """The document of an operation's answer, which must be a success."""
    global calls
    calls += 1
    response = operation.sync_detailed(*path, **arguments)
    if response.status_code != 200 or response.parsed is None:
        raise SystemExit(f"{operation.__name__}: {response.status_code} {response.content.decode()}")
    return response.parsed


def eventually(ask, what):
    """Asks again until there is an answer: mails and search follow a change within moments."""
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        value = ask()
        if value is not None:
            return value
        time.sleep(0.2)
    raise SystemExit(f"{what}: not within {PATIENCE_SECONDS} s")


def demand(holds, what):
    if not holds:
        raise SystemExit(what)


def mailed_code():
    for mail in MAILS.glob(f"*{EMAIL}.eml"):
        _, _, text = mail.read_text().replace("\r\n", "\n").partition("\n\n")
        found = re.search(r"\b\d{6}\b", text)
        if found:
            return found.group()
    return None


stranger = Client(base_url=URL)
ok(
    users_sign_up,
    client=stranger,
    body=models.UsersSignUpBody(
        email=EMAIL, name="Py Thon", password="correct horse battery", challenge_token="any"
    ),
)
code = eventually(mailed_code, "The mail with the code")
verified = ok(users_verify, client=stranger, body=models.UsersVerifyBody(email=EMAIL, code=code))
client = AuthenticatedClient(base_url=URL, token=verified.token)

project = ok(projects_create, client=client, body=models.ProjectsCreateBody(name="Web shop")).id
scope = {"client": client, "project": project}

contact = ok(
    sessions_create,
    **scope,
    body=models.SessionsCreateBody(user_id="user-1", email="lin@customer.example", name="Lin Park"),
)
ticket = ok(
    tickets_compose,
    **scope,
    body=models.TicketsComposeBody(session=contact.id, title="Missing invoice", message="How can we help?"),
)
demand(ticket.status == "OPEN" and ticket.session.id == contact.id, "A composed ticket is open, of its contact")

reply = models.MessagesCreateBody(ticket=ticket.id, markdown_comment="The **quarterly** statement is attached.")
message = ok(messages_create, **scope, body=reply, idempotency_key="reply-1")
repeated = ok(messages_create, **scope, body=reply, idempotency_key="reply-1")
demand(repeated.id == message.id, "A repeat writes nothing twice")
note = ok(
    messages_create,
    **scope,
    body=models.MessagesCreateBody(ticket=ticket.id, comment="Ask billing.", is_note=True),
)
demand(note.is_note and note.type_ == "NOTE", "A note is one")
message_order = models.ParleyTicketsV1FindMessagesRequestSortValue
found = ok(messages_find, **scope, ticket=ticket.id, sort=message_order("createdAt"))
demand(isinstance(found, list) and len(found) == 3, "The ticket has three messages")


def ticket_hit():
    hits = ok(tickets_search, **scope, search_term="quartarly").hits
    return next((hit for hit in hits if hit.id == ticket.id), None)


eventually(ticket_hit, "The ticket in the search")

done = ok(tickets_update, ticket.id, **scope, body=models.TicketsUpdateBody(status="DONE"))
demand(done.status == "DONE", "The ticket is closed")
ok(
    messages_create,
    **scope,
    body=models.MessagesCreateBody(ticket=ticket.id, comment="Still missing", session=contact.id),
)
again = ok(tickets_get, ticket.id, **scope)
demand(again.status == "OPEN", "A message of the contact opens the ticket again")
ticket_order = models.ParleyTicketsV1ListTicketsRequestSortValue
listed = ok(
    tickets_list, **scope, status="OPEN", sort=[ticket_order("-createdAt")], limit=10
)
demand(ticket.id in [each.id for each in listed.tickets], "The list has the ticket")

collection = ok(
    helpcenter_collections_create,
    **scope,
    body=models.HelpcenterCollectionsCreateBody(title="Billing"),
).id
article = ok(
    helpcenter_articles_create,
    collection,
    **scope,
    body=models.HelpcenterArticlesCreateBody.from_dict(
        {
            "title": "When does my refund arrive?",
            "isDraft": False,
            "content": {
                "type": "doc",
                "content": [
                    {"type": "paragraph", "content": [{"type": "text", "text": "A refund takes 14 days."}]}
                ],
            },
        }
    ),
)
key = ok(projects_get, project, client=client).api_token
visitor = AuthenticatedClient(base_url=URL, token=key, prefix="", auth_header_name="api-token")


def article_hit():
    hits = ok(helpcenter_visitor_search, client=visitor, search_term="refnd").data.hits
    return next((hit for hit in hits if hit.id == article.id), None)


def answer():
    given = ok(helpcenter_visitor_answer, client=visitor, question="How long does a refund take?")
    return given.answer if given.sources else None


eventually(article_hit, "The article in the visitor's search")
eventually(answer, "The answer from the article")

missing = tickets_get.sync_detailed("f" * 24, **scope)
demand(
    missing.status_code == 404 and missing.parsed.code == "ticket_not_found",
    "An unknown ticket is told by its code",
)
print(f"Python: the conversation held, {calls} calls.")
