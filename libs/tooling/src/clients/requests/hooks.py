"""What schemathesis is told beside the document: who asks, and ids of what there is.

Generated ids are of nothing, so that most requests would end at 404. Before a request is sent, three of four times its path
gets ids that the platform's own lists name. Deletions keep the generated ones, so that there is always something to ask for.
"""

import atexit
import collections
import json
import os
import random
import zlib

import requests
import schemathesis

URL = os.environ["PARLEY_URL"]
PROJECT = os.environ["PARLEY_PROJECT"]
DASHBOARD = {"Authorization": f"Bearer {os.environ['PARLEY_TOKEN']}", "project": PROJECT}
SERVICE = {"Authorization": f"Bearer {os.environ['PARLEY_SERVICE_TOKEN']}"}
WIDGET = {"api-token": os.environ["PARLEY_KEY"]}

# Lists by the parameter that takes ids of what is in them; a name in braces is a parameter that is chosen first.
LISTS = {
    "ticketId": "/tickets",
    "messageId": "/messages",
    "messageTemplateId": "/message-templates",
    "sessionId": "/sessions",
    "teamId": "/teams",
    "customComponentId": "/custom-components",
    "webhookId": "/webhooks",
    "deliveryId": "/webhooks/{webhookId}/deliveries",
    "serviceAccountId": "/service-accounts",
    "scheduledReplyId": "/tickets/{ticketId}/scheduled-replies",
    "helpcenterCollectionId": "/helpcenter/collections/all",
    "helpcenterArticleId": "/helpcenter/collections/{helpcenterCollectionId}/articles",
    "versionId": "/helpcenter/collections/{helpcenterCollectionId}/articles/{helpcenterArticleId}/versions",
    "redirectId": "/helpcenter-redirect",
    "emailTemplateId": "/email-templates",
    "pipelineId": "/pipelines",
    "workflowId": "/workflows",
    "agentId": "/agents",
}

NEWEST = 20


def listed(path):
    """The newest documents of a list; none when it cannot be read."""
    response = requests.get(f"{URL}{path}", params={"limit": NEWEST}, headers=DASHBOARD, timeout=30)
    answer = response.json() if response.status_code == 200 else []
    if isinstance(answer, dict):
        answer = next((value for value in answer.values() if isinstance(value, list)), [])
    return [document for document in answer if isinstance(document, dict) and "id" in document]


def choose(name, chosen, dice):
    """An id for a parameter, and first one for each that its list needs."""
    if name in chosen or name not in LISTS:
        return chosen.get(name)
    path = LISTS[name]
    for outer in LISTS:
        if "{" + outer + "}" in path:
            found = choose(outer, chosen, dice)
            if found is None:
                return None
            path = path.replace("{" + outer + "}", found)
    documents = listed(path)
    if documents:
        chosen[name] = dice.choice(documents)["id"]
    return chosen.get(name)


@schemathesis.hook
def before_call(context, case, kwargs):
    path = case.operation.path
    if path.startswith("/s2s/"):
        credentials = SERVICE
    elif path.startswith("/shared/"):
        credentials = WIDGET
    else:
        credentials = DASHBOARD
    case.headers.update(credentials)
    if path == "/projects/{projectId}" and isinstance(case.body, dict):
        # Settings of the project that would refuse the requests to come.
        for name in ("requestLimitPerMinute", "allowedDomains"):
            case.body.pop(name, None)
    if case.query and case.method == "GET":
        # Documents then lack members that the document of the API demands of whole ones.
        case.query.pop("fields", None)
    # The same requests in every run of one seed: what is chosen follows from the request alone.
    dice = random.Random(zlib.crc32(repr((path, case.method, case.path_parameters, case.query)).encode()))
    if case.method == "DELETE" or not case.path_parameters or dice.random() < 0.25:
        return
    chosen = {}
    if "projectId" in case.path_parameters:
        chosen["projectId"] = PROJECT
    for name in list(case.path_parameters):
        found = choose(name, chosen, dice)
        if found is not None:
            case.path_parameters[name] = found


ANSWERS = collections.Counter()


@schemathesis.hook
def after_call(context, case, response):
    ANSWERS[response.status_code] += 1


@atexit.register
def write_answers():
    """Tells the caller how many answers had which status."""
    with open(os.environ["PARLEY_ANSWERS"], "w", encoding="utf-8") as file:
        json.dump(ANSWERS, file)


@schemathesis.serializer("message/rfc822")
def serialize_mail(context, value):
    return {"data": value if isinstance(value, bytes) else str(value).encode()}
