import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { seekWrong } from '../../../ui/overlays/focus';
import { SignCodeField, SignField, SignFoot } from './SignPage';
import { type SignState, type SignSummary, sign } from './signSlice';

const { actions: at } = sign;

export interface CheckProps {
  summary: SignSummary;
  state: SignState;
  error: string;
}

/** At the counter the witness has identified the customer, who only has to take over the screen. */
export function CounterCheck({ summary, state: { busy }, error }: CheckProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  return (
    <>
      <div className="sign-fields">
        <p className="message">
          {t('sign.counterIntro', {
            customer: summary.customerName,
            witness: summary.witnessName,
            title: summary.title,
          })}
        </p>
      </div>
      <SignFoot
        label={t('sign.counterGo')}
        busy={busy === 'identify'}
        error={error}
        onGo={() => dispatch(at.identify())}
        note={t('sign.counterPrivate')}
      />
    </>
  );
}

/** A service of another company identifies the customer and has the contract signed. */
export function ServiceCheck({ summary, state: { busy }, error }: CheckProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  return (
    <>
      <div className="sign-fields">
        <p className="message">{t('sign.serviceIntro', { name: summary.providerName })}</p>
      </div>
      <SignFoot
        label={t('sign.serviceGo')}
        busy={busy === 'leave'}
        error={error}
        onGo={() => dispatch(at.leave())}
        note={t('sign.servicePrivate')}
      />
    </>
  );
}

/** The customer of a link is identified by phone number, code, and the end of the ID number. */
export function LinkCheck({ summary, state, error }: CheckProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { form, problems, code, busy } = state;
  return (
    <form
      className="sign-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        dispatch(at.identify());
        seekWrong(event.currentTarget);
      }}
    >
      <div className="sign-fields">
        <p className="message">{t('sign.intro', { name: summary.providerName })}</p>
        <SignField
          label={t('sign.tel')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={20}
          value={form.tel}
          hint={t('sign.telHint', { tel: summary.tel })}
          {...(problems.tel ? { problem: t('sign.telMissing') } : {})}
          onChange={(tel) => dispatch(at.type({ tel }))}
        />
        {summary.needsIdTail && (
          <SignField
            label={t('sign.idTail')}
            type="text"
            autoComplete="off"
            maxLength={4}
            value={form.idTail}
            hint={t('sign.idTailHint')}
            {...(problems.idTail ? { problem: t('sign.idTailMissing') } : {})}
            onChange={(idTail) => dispatch(at.type({ idTail }))}
          />
        )}
        <SignCodeField
          label={t('sign.smsCode')}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={form.smsCode}
          hint={
            code.testCode
              ? t('sign.testCode', { code: code.testCode })
              : code.id
                ? t('sign.codeSent', { tel: summary.tel })
                : t('sign.smsCodeHint')
          }
          {...(problems.smsCode ? { problem: t('sign.smsCodeMissing') } : {})}
          onChange={(smsCode) => dispatch(at.type({ smsCode }))}
          ask={{
            label: code.seconds > 0 ? t('sign.askAgain', { seconds: code.seconds }) : t('sign.askCode'),
            isOff: code.seconds > 0,
            busy: busy === 'askCode',
            onClick: () => dispatch(at.askCode()),
          }}
        />
      </div>
      <SignFoot label={t('sign.identifyGo')} busy={busy === 'identify'} error={error} note={t('sign.private')} />
    </form>
  );
}
