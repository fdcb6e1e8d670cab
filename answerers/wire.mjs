// The wire of `eyeline hunt` for the runners in JavaScript: one JSON object a line on standard input and output.
// JSON.stringify writes null for NaN and Infinity, which the hunt reads as a number that is not finite.

/**
 * Answers one question until the input ends.
 * @param {{name: string, version: string}} engine - What the hello says.
 * @param {Object<string, {says?: object, answer: function(object): object}>} questions - By the name of the
 *   question: the further fields of the hello, and the function from a case to the fields of its answer.
 */
export function serve(engine, questions) {
  let answer = null; // known after the first line
  let pending = ''; // the start of a line whose end was not read yet
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (chunk) => {
    const lines = (pending + chunk).split('\n');
    pending = lines.pop();
    let output = '';
    for (const line of lines) {
      const message = JSON.parse(line);
      if (answer) {
        output += JSON.stringify({ id: message.id, ...answer(message) }) + '\n';
        continue;
      }
      const chosen = questions[message.question];
      if (!chosen) {
        console.error(`${engine.name} has no answer to ${message.question}; it answers ${Object.keys(questions).join(', ')}`);
        process.exit(1);
      }
      answer = chosen.answer;
      output += JSON.stringify({ ...engine, ...chosen.says }) + '\n';
    }
    process.stdout.write(output);
  });
}

/** The name and version in the package.json of an installed package. `from` is import.meta.url of the runner. */
export async function versionOf(name, from) {
  const { readFile } = await import('node:fs/promises');
  const file = new URL(`node_modules/${name}/package.json`, from);
  return JSON.parse(await readFile(file, 'utf8')).version;
}
