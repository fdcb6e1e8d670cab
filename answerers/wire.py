# The wire of `eyeline hunt` for the runners in Python: one JSON object a line on standard input and output.
# json writes NaN and Infinity, which the hunt reads as numbers that are not finite.
import json
import sys


def serve(engine, questions):
    """Answers one question until the input ends.

    engine: the name and version of the hello. questions: by the name of the question, the further fields of the hello
    and the function from a case to the fields of its answer.
    """
    question = json.loads(sys.stdin.readline() or "{}").get("question")
    if question not in questions:
        sys.exit(f"{engine['name']} has no answer to {question}; it answers {', '.join(questions)}")
    says, answer = questions[question]
    print(json.dumps({**engine, **says}), flush=True)
    for line in sys.stdin:
        case = json.loads(line)
        print(json.dumps({"id": case["id"], **answer(case)}), flush=True)
