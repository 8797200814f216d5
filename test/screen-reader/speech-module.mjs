#!/usr/bin/env node
// An output module of Speech Dispatcher that writes each text as a line of JSON to $SPEECH_LOG, and
// takes as long as a fast voice, because Orca speaks differently if its last text wasn't finished.
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const CHARACTERS_PER_SECOND = 60;
const ENTITIES = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const SPEAKING = ['202 OK RECEIVING MESSAGE', '200 OK SPEAKING'];
/** Commands that are followed by lines, and the replies before and after these lines. */
const WITH_LINES = {
  AUDIO: ['207 OK RECEIVING AUDIO SETTINGS', '203 OK AUDIO INITIALIZED'],
  LOGLEVEL: ['207 OK RECEIVING LOGLEVEL SETTINGS', '203 OK LOG LEVEL SET'],
  SET: ['203 OK RECEIVING SETTINGS', '203 OK SETTINGS RECEIVED'],
  SPEAK: SPEAKING,
  CHAR: SPEAKING,
  KEY: SPEAKING,
  SOUND_ICON: SPEAKING,
};
const REPLIES = {
  INIT: '299-transcript\n299 OK LOADED SUCCESSFULLY',
  'LIST VOICES': '200-English\ten\tnone\n200 OK VOICE LIST SENT',
  QUIT: '210 OK QUIT',
};

const reply = (text) => process.stdout.write(`${text}\n`);
let timer;

function speak(text) {
  const plain = text
    .replace(/<[^>]*>/g, '')
    .replace(/&(\w+);/g, (entity, name) => ENTITIES[name] ?? entity)
    .trim();
  if (plain !== '') appendFileSync(process.env.SPEECH_LOG, `${JSON.stringify(plain)}\n`);
  reply('701 BEGIN');
  timer = setTimeout(() => end('702 END'), (plain.length * 1000) / CHARACTERS_PER_SECOND);
}

function end(event) {
  if (timer === undefined) return;
  clearTimeout(timer);
  timer = undefined;
  reply(event);
}

let command;
let lines = [];
for await (const line of createInterface({ input: process.stdin })) {
  if (command !== undefined) {
    if (line !== '.') {
      lines.push(line.replace(/^\.\./, '.'));
      continue;
    }
    reply(WITH_LINES[command][1]);
    if (WITH_LINES[command] === SPEAKING) speak(lines.join('\n'));
    command = undefined;
  } else if (line in WITH_LINES) {
    command = line;
    lines = [];
    reply(WITH_LINES[command][0]);
  } else if (line === 'STOP' || line === 'PAUSE') end('703 STOP');
  else {
    reply(REPLIES[line] ?? '200 OK');
    if (line === 'QUIT') break;
  }
}
