import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { browserActions } from '../../store/browserActions';
import type { Evidence } from '../../store/feedback';
import { FormField, TextArea } from '../../ui/inputs/fields';
import { PictureButton } from '../../ui/layout/record';
import { Figures } from '../../ui/layout/surfaces';
import { ConfirmDialog } from '../../ui/overlays/Dialog';
import { MessageBar } from '../../ui/overlays/MessageBar';
import styles from './QuestionDialog.module.css';
import { useQuestion } from './question';

/** Pictures left, the values to compare right. */
function EvidencePane({ papers, missing, facts }: Evidence) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  return (
    <div className={styles.evidence}>
      <div className={styles.papers}>
        {papers.length === 0 && <MessageBar tone="warning">{t(missing as never)}</MessageBar>}
        {papers.map(({ url, name, kind }) => (
          <PictureButton
            key={url}
            picture={{ url, kind }}
            label={t('ask.openPicture', { name })}
            onOpen={() => dispatch(browserActions.openWindow(url))}
          />
        ))}
      </div>
      <Figures isColumn items={facts.map(({ label, value, large }) => ({ label: t(label as never), value, large }))} />
    </div>
  );
}

/** The pending question. */
export function QuestionDialog() {
  const { t } = useTranslation();
  const asked = useQuestion();
  if (!asked) return null;
  const { question, values, reason, isPlain, lacksReason, answer, answerOtherwise, type } = asked;
  return (
    <ConfirmDialog
      title={t(question.title as never, values)}
      text={t(question.say as never, values)}
      {...(question.detail || question.stakes
        ? {
            detail: (
              <>
                {question.detail}
                {question.stakes?.map((say) => (
                  <div key={say}>{t(say as never, values)}</div>
                ))}
              </>
            ),
          }
        : {})}
      danger={question.danger ?? false}
      isPlain={isPlain}
      confirmLabel={t(question.confirm as never, values)}
      cancelLabel={t((question.refrain ?? 'ask.cancel') as never)}
      {...(question.alternative
        ? { alternative: { label: t(question.alternative as never, values), act: answerOtherwise } }
        : {})}
      {...(lacksReason ? { confirmDisabledReason: t('ask.reasonHint') } : {})}
      {...(question.evidence ? { size: 600 as const } : {})}
      onAnswer={answer}
    >
      {question.evidence && <EvidencePane {...question.evidence} />}
      {question.waits && <MessageBar tone="info">{question.waits}</MessageBar>}
      {question.refused && <MessageBar tone="warning">{question.refused}</MessageBar>}
      {question.asksReason && (
        <FormField label={t('ask.reason')} required layout="above">
          <TextArea value={reason} maxLength={200} placeholder={t('ask.reasonHint')} onChange={type} />
        </FormField>
      )}
    </ConfirmDialog>
  );
}
