import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../look/buttons';
import { feedback } from '../store/feedback';

/** A question whose dialog cannot be loaded, because the line is down or a new release took its code: it must be asked all the same. */
export const PlainQuestion = () => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const question = useSelector(feedback.selectors.question);
  const reason = useSelector(feedback.selectors.reason);
  if (!question) return null;
  const values = question.values ?? {};
  const answer = (isSure: boolean) => dispatch(feedback.actions.answered({ isSure, reason: reason.trim() }));
  const lacksReason = question.asksReason && reason.trim() === '';
  return (
    <div className="plain-question">
      <div role="alertdialog" aria-modal="true" aria-labelledby="plain-title" aria-describedby="plain-text">
        <h2 id="plain-title">{t(question.title as never)}</h2>
        <p id="plain-text">
          {t(question.say as never, values)} {question.detail}
        </p>
        {question.asksReason && (
          <textarea
            aria-label={t('ask.reason')}
            maxLength={200}
            value={reason}
            onChange={({ target }) => dispatch(feedback.actions.reasonTyped(target.value))}
          />
        )}
        <div className="plain-answers">
          <Button autoFocus onClick={() => answer(false)}>
            {t('ask.cancel')}
          </Button>
          <Button
            tone={question.danger ? 'danger' : 'primary'}
            onClick={() => answer(true)}
            {...(lacksReason ? { disabledReason: t('ask.reasonHint') } : {})}
          >
            {t(question.confirm as never, values)}
          </Button>
        </div>
      </div>
    </div>
  );
};
