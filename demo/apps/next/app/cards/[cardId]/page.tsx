import type { Metadata } from 'next';
import { headers } from 'next/headers';
import Link from 'next/link';
import { accountOf } from '../../../account';
import { CardDetails } from './card-details';

/** Renders the page for each request, because its policy has a nonce. */
export const instant = false;

export async function generateMetadata(): Promise<Metadata> {
  const { last4 } = accountOf(await headers());
  return { title: `Your card ending in ${last4} · Linden Bank` };
}

/** A server component. Only `CardDetails` and what it contains run in the browser too. */
export default async function CardPage() {
  const account = accountOf(await headers());
  return (
    <>
      <header>Linden Bank · {account.cardholder}</header>
      <main>
        <h1>Debit card ending in {account.last4}</h1>
        <CardDetails {...account} />
        <Link href="/cards">All your cards</Link>
      </main>
    </>
  );
}
