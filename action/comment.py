#!/usr/bin/env python3
"""Writes the result of a check as a comment on the pull request, or changes the comment of an earlier run.

A run of a fork has no right to write comments. Then a sentence is added to the summary, and the step succeeds.

Reads: TOKEN, NAME (of the check: each name has its comment), CODE, RUNNER_TEMP with eyeline-comment.md, GITHUB_EVENT_PATH,
GITHUB_REPOSITORY, GITHUB_API_URL, GITHUB_STEP_SUMMARY.
"""

import json
import os
import sys
import urllib.error
import urllib.request

MOST_PAGES = 30


class Api:
    """The comments of one pull request."""

    def __init__(self, env, number):
        self.token = env["TOKEN"]
        self.repository = f"{env['GITHUB_API_URL']}/repos/{env['GITHUB_REPOSITORY']}"
        self.comments = f"{self.repository}/issues/{number}/comments"

    def ask(self, method, address, body=None):
        data = None if body is None else json.dumps({"body": body}).encode()
        headers = {
            "Authorization": f"Bearer {self.token}",
            "Accept": "application/vnd.github+json",
            "Content-Type": "application/json",
            "User-Agent": "eyeline",
            "X-GitHub-Api-Version": "2022-11-28",
        }
        request = urllib.request.Request(address, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def earlier(self, marker):
        """The id of the comment of an earlier run. A person may have copied the marker, so only a bot's counts."""
        for page in range(1, MOST_PAGES + 1):
            comments = self.ask("GET", f"{self.comments}?per_page=100&page={page}")
            for one in comments:
                if (one.get("body") or "").startswith(marker) and (one.get("user") or {}).get("type") == "Bot":
                    return int(one["id"])
            if len(comments) < 100:
                return None
        return None


def pull_request(env):
    """The number of the pull request of this run, or None."""
    with open(env["GITHUB_EVENT_PATH"], encoding="utf-8") as file:
        number = (json.load(file).get("pull_request") or {}).get("number")
    return number if isinstance(number, int) else None


def publish(env):
    number = pull_request(env)
    if number is None:
        return "This run is of no pull request, so there is no comment."
    if not env.get("TOKEN"):
        return "The comment was not written, because this run has no token. The text above is the same."
    marker = f"<!-- eyeline check: {env['NAME']} -->"
    with open(os.path.join(env["RUNNER_TEMP"], "eyeline-comment.md"), encoding="utf-8") as file:
        body = f"{marker}\n{file.read()}"
    api = Api(env, number)
    try:
        earlier = api.earlier(marker)
        if earlier is not None:
            api.ask("PATCH", f"{api.repository}/issues/comments/{earlier}", body)
        elif env["CODE"] != "0":
            api.ask("POST", api.comments, body)
    except urllib.error.HTTPError as error:
        if error.code in (401, 403, 404):
            return (
                "The comment was not written, because the token of this run may not write comments: that of a fork never may,"
                " and that of a branch needs `pull-requests: write`. The text above is the same."
            )
        return f"The comment was not written: GitHub answered {error.code}. The text above is the same."
    except (OSError, ValueError):
        return "The comment was not written, because GitHub did not answer. The text above is the same."
    return ""


def main(env):
    sentence = publish(env)
    if sentence:
        with open(env["GITHUB_STEP_SUMMARY"], "a", encoding="utf-8") as file:
            file.write(f"\n{sentence}\n")
        print(sentence)


if __name__ == "__main__":
    sys.exit(main(os.environ))
