/** The server half of a built app, if it has one: what its `entry-server` exports. */
import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The data that a page gets: the signed-in cardholder and the card. None of it is secret. */
export interface Account {
  readonly cardholder: string;
  /** The service's GraphQL endpoint. */
  readonly endpoint: string;
  /** The `paymentCardId`. */
  readonly cardId: string;
  /** The last four digits of the card's number. */
  readonly last4: string;
}

export interface AppServer {
  /** Returns the HTML for the page. The site writes it into the app's `index.html`. */
  readonly render?: (account: Account) => string | Promise<string>;
  /**
   * Responds to requests for the page and the files of an app that has a server of its own. It
   * finds the account in the header `X-Account`, as JSON in percent-encoding.
   */
  readonly handle?: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Releases what `handle` needs. */
  readonly close?: () => Promise<void>;
}

/** @param dist - Folder of the built app. */
export async function loadAppServer(dist: string): Promise<AppServer> {
  const entry = join(dist, 'server', 'entry-server.js');
  return existsSync(entry) ? ((await import(pathToFileURL(entry).href)) as AppServer) : {};
}
