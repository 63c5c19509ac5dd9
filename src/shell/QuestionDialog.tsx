import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../look/Dialog';
import { FormField, TextArea } from '../look/fields';
import { useQuestion } from './question';

/** A question that waits for an answer. */
export const QuestionDialog = () => {
  const { t } = useTranslation();
  const asked = useQuestion();
  if (!asked) return null;
  const { question, values, reason, lacksReason, answer, type } = asked;
  return (
    <ConfirmDialog
      title={t(question.title as never)}
      text={t(question.say as never, values)}
      {...(question.detail ? { detail: question.detail } : {})}
      danger={question.danger ?? false}
      confirmLabel={t(question.confirm as never, values)}
      cancelLabel={t('ask.cancel')}
      {...(lacksReason ? { confirmDisabledReason: t('ask.reasonHint') } : {})}
      onAnswer={answer}
    >
      {question.asksReason && (
        <FormField label={t('ask.reason')} required layout="above">
          <TextArea value={reason} maxLength={200} placeholder={t('ask.reasonHint')} onChange={type} />
        </FormField>
      )}
    </ConfirmDialog>
  );
};
