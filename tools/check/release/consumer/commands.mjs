/**
 * Uses the package's command and its sandbox as a project's scripts do. `npm run release:check`
 * runs it in an empty project. Prints a line for each fault.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { startSandbox } from 'set-card-pin/sandbox';
import { mintClientToken, MintingError } from 'set-card-pin/server';

/** Runs a command of the package, through the link that npm made. */
function run(args, env = {}) {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...env }, timeout: 30_000 };
    execFile('node_modules/.bin/set-card-pin', args, options, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, stdout, stderr });
    });
  });
}

/** Reports a command that ended otherwise than expected. */
function expect({ code, stdout, stderr }, name, expected, text) {
  if (code !== expected || !stdout.includes(text))
    console.log(`set-card-pin ${name}: exit code ${code}\n${stdout}${stderr}`);
}

const sandbox = await startSandbox({ port: 0 });
try {
  const { url, apiKey } = sandbox.test;
  const card = await sandbox.control.createCard('accepted');
  const { value } = await mintClientToken(card.id, { endpoint: url, apiKey });
  if (value === '') console.log('set-card-pin/server made no client token.');
  const doctor = ['doctor', '--endpoint', url, '--card', card.id, '--json'];
  expect(await run(doctor, { SET_CARD_PIN_API_KEY: apiKey }), 'doctor', 0, '"problems": 0');
  expect(
    await run(doctor, { SET_CARD_PIN_API_KEY: 'wrong' }),
    'doctor',
    1,
    'refuses the API key (401)',
  );
} finally {
  await sandbox.close();
}

if (MintingError.name !== 'MintingError')
  console.log('Node prints MintingError under another name.');

const node = [process.execPath, '--print', 'process.env.SET_CARD_PIN_ENDPOINT'];
expect(await run(['sandbox', '--port', '0', '--', ...node]), 'sandbox', 0, 'http://127.0.0.1:');

const origin = 'https://cards.example.com';
await writeFile('config.json', JSON.stringify({ parents: [origin], endpoints: [origin] }));
expect(await run(['frame', '--out', 'frame', 'config.json']), 'frame', 0, 'is ready to be served');
if (!existsSync('frame/public/index.html')) console.log('set-card-pin frame wrote no document');
