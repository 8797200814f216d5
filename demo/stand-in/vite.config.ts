import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const inProject = (path: string): string =>
  fileURLToPath(new URL(`../../${path}`, import.meta.url));

const NODE = inProject('demo/stand-in/node.ts');

/**
 * `npm run site`: builds the playground and the stories as a folder of static files, with the
 * sandbox in the page. Any web server can serve it, at any path.
 */
export default defineConfig({
  root: inProject('.'),
  base: './',
  resolve: { alias: { 'node:crypto': NODE, 'node:http': NODE } },
  plugins: [
    {
      name: 'stand-in',
      transformIndexHtml: {
        order: 'pre',
        // Before all other scripts.
        handler: (html) =>
          html
            .replace('<head>', '$&<script type="module" src="/demo/stand-in/page.ts"></script>')
            .replace('Use no real data.', 'Use no real data: the service is in this page.'),
      },
    },
  ],
  build: {
    outDir: 'demo/dist',
    emptyOutDir: true,
    rolldownOptions: {
      input: ['index.html', 'demo/stories/index.html'].map(inProject),
      transform: { inject: { Buffer: [NODE, 'Buffer'] } },
    },
  },
});
