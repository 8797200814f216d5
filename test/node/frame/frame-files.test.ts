import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfigText } from '../../../src/isolated/page/config.js';
import { prepareFrame } from '../../../src/node/frame/frame-files.js';
import { BUILT, CONFIG, PAGE, PREPARED, SCRIPT_HASH } from './page.js';

/** Returns the document for a configuration. */
function documentFor(config = CONFIG): string {
  return String(prepareFrame(BUILT, config).files.get('index.html'));
}

describe('the document of the frame page', () => {
  it('contains the built script unchanged, and a policy that allows only this script', () => {
    const html = documentFor();
    assert.ok(html.includes(`<script type="module">${PAGE['frame.js']}</script>`), html);
    assert.ok(html.includes(`; script-src '${SCRIPT_HASH}'; `), html);
    assert.equal(PREPARED.files.has('frame.js'), false);
  });

  it('contains a configuration that the page can read, whatever characters it has', () => {
    const endpoints = ['https://api.example.com/?a=</script><!--&quot;$&"\\'];
    const [, text = '', ...others] = documentFor({ ...CONFIG, endpoints }).split(
      /<script id="config" type="application\/json">|<\/script>/,
    );
    assert.equal(others.length, 2);
    assert.deepEqual(JSON.parse(text), { ...CONFIG, endpoints });
    assert.deepEqual(readConfigText(text)?.parents, CONFIG.parents);
  });

  for (const [title, path, content] of [
    ['a script that would end early', 'frame.js', 'void "</SCRIPT>";'],
    ['a script that would not end', 'frame.js', 'void "<!--<script>";'],
    ['a document without a policy', 'index.html', PAGE['index.html'].replace('{policy}', '')],
    [
      'a document with two scripts',
      'index.html',
      `${PAGE['index.html']}<script type="module"></script>`,
    ],
  ] as const) {
    it(`is not made from ${title}`, () => {
      const built = new Map([...BUILT, [path, Buffer.from(content)]]);
      assert.throws(() => prepareFrame(built, CONFIG), /must/);
    });
  }

  it('is not made without a script', () => {
    const built = new Map([...BUILT].filter(([path]) => path !== 'frame.js'));
    assert.throws(() => prepareFrame(built, CONFIG), /must have/);
  });
});
