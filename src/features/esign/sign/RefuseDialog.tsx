/** Closing the dialog before it unmounts returns the focus to the previous element. */
function openNow(dialog: HTMLDialogElement) {
  dialog.showModal();
  return () => dialog.close();
}

export interface RefuseDialogProps {
  title: string;
  text: string;
  label: string;
  reason: string;
  onType(reason: string): void;
  notYet: string;
  busy: boolean;
  error: string;
  onRefuse(): void;
  onClose(): void;
  words: { refuse: string; back: string };
}

/** The browser's own dialog keeps the focus and closes on Esc. */
export function RefuseDialog({
  title,
  text,
  label,
  reason,
  onType,
  notYet,
  busy,
  error,
  onRefuse,
  onClose,
  words,
}: RefuseDialogProps) {
  return (
    <dialog
      className="dialog"
      aria-labelledby="sign-refuse-title"
      ref={openNow}
      onCancel={(event) => {
        event.preventDefault(); // The parent controls whether it is open.
        onClose();
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (notYet === '' && !busy) onRefuse();
        }}
      >
        <h2 id="sign-refuse-title">{title}</h2>
        <p>{text}</p>
        <div className="field">
          <label htmlFor="sign-reason">{label}</label>
          <div className="input">
            <textarea
              id="sign-reason"
              rows={3}
              maxLength={200}
              value={reason}
              onChange={({ currentTarget }) => onType(currentTarget.value)}
            />
          </div>
        </div>
        <div role="alert" className={error ? 'message is-bad' : undefined}>
          {error}
        </div>
        <div className="sign-dialog-buttons">
          <button type="button" className="button" onClick={onClose}>
            {words.back}
          </button>
          <button
            type="submit"
            className="button is-danger"
            aria-disabled={notYet !== '' || busy || undefined}
            aria-busy={busy}
            title={notYet || undefined}
          >
            {words.refuse}
          </button>
        </div>
      </form>
    </dialog>
  );
}
