/** The product's mark and what is waited for, on a page where nothing can be done. */
export function WaitingPage({ text }: { text: string }) {
  return (
    <main className="waiting">
      <img src="/favicon.svg" alt="" width="48" height="48" />
      <p role="status">{text}</p>
    </main>
  );
}
