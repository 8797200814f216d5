import type { Metadata } from 'next';
import { headers } from 'next/headers';
import Link from 'next/link';
import { accountOf } from '../../account';

export const metadata: Metadata = { title: 'Your cards · Linden Bank' };

/** Renders the page for each request, because its policy has a nonce. */
export const instant = false;

export default async function CardsPage() {
  const { cardholder, cardId, last4 } = accountOf(await headers());
  return (
    <>
      <header>Linden Bank · {cardholder}</header>
      <main>
        <h1>Your cards</h1>
        <Link href={`/cards/${cardId}`}>Debit card ending {last4}</Link>
      </main>
    </>
  );
}
