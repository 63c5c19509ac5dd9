/** The product's mark and a message while the page waits. */
export function WaitingPage({ text }: { text: string }) {
  return (
    <main className="waiting">
      <img src="/favicon.svg" alt="" width="48" height="48" />
      <p role="status">{text}</p>
    </main>
  );
}
