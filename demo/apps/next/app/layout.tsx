import type { ReactNode } from 'react';
import type { Viewport } from 'next';

export const viewport: Viewport = { colorScheme: 'light dark' };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        <link rel="stylesheet" href="/portal.css" />
      </head>
      <body>{children}</body>
    </html>
  );
}
