import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/inputs/buttons';
import { arrange } from '../../ui/layout/arrange';
import { useQuestion } from './question';

function openModal(dialog: HTMLDialogElement | null) {
  return dialog?.showModal();
}

/**
 * A question as a native dialog, for the case that the code of the regular dialog cannot be loaded. The browser keeps
 * the focus in it and handles Esc.
 */
export function PlainQuestion() {
  const { t } = useTranslation();
  const asked = useQuestion();
  if (!asked) return null;
  const { question, values, reason, lacksReason, answer, answerOtherwise, type } = asked;
  return (
    <dialog
      ref={openModal}
      className={`dialog ${arrange.column}`}
      role="alertdialog"
      aria-labelledby="plain-title"
      aria-describedby="plain-text"
      onCancel={() => answer(false)}
    >
      <h2 id="plain-title">{t(question.title as never, values)}</h2>
      <p id="plain-text">
        {t(question.say as never, values)} {question.detail}{' '}
        {question.stakes?.map((say) => t(say as never, values)).join(' ')}
      </p>
      {question.asksReason && (
        <textarea
          aria-label={t('ask.reason')}
          maxLength={200}
          value={reason}
          onChange={({ target }) => type(target.value)}
        />
      )}
      <div className={`${arrange.row} ${arrange.end}`}>
        <Button onClick={() => answer(false)}>{t((question.refrain ?? 'ask.cancel') as never)}</Button>
        <Button
          tone={question.danger ? 'danger' : 'primary'}
          onClick={() => answer(true)}
          {...(lacksReason ? { disabledReason: t('ask.reasonHint') } : {})}
        >
          {t(question.confirm as never, values)}
        </Button>
        {question.alternative && (
          <Button tone="primary" onClick={answerOtherwise}>
            {t(question.alternative as never, values)}
          </Button>
        )}
      </div>
    </dialog>
  );
}
