import { languages, sourceLanguage } from '../../../../contract/domain/languages';
import './sign.css';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { route } from '../../../store/navigation/route';
import { preferences } from '../../../store/preferences';
import { settings } from '../../../store/settings';
import { errorText } from '../../crud/errorText';
import type { Feature } from '../../crud/feature';
import { Paper } from './Paper';
import { RefuseDialog } from './RefuseDialog';
import { type CheckProps, CounterCheck, LinkCheck, ServiceCheck } from './SignCheck';
import {
  SignFrame,
  type SignFrameProps,
  SignPage,
  SignResult,
  type SignResultProps,
  SignTitle,
  type SignTitleProps,
} from './SignPage';
import { signSaga } from './signSaga';
import { type SignEnd, type SignPaper, type SignState, type SignStep, type SignSummary, sign } from './signSlice';

const { actions: at } = sign;

const endings: Record<SignEnd, Pick<SignResultProps, 'glyph' | 'tone'>> = {
  badLink: { glyph: 'error-circle-f', tone: 'bad' },
  locked: { glyph: 'lock-closed', tone: 'bad' },
  signed: { glyph: 'checkmark-circle-f', tone: 'good' },
  refused: { glyph: 'checkmark-circle-f', tone: 'plain' },
  cutOff: { glyph: 'error-circle-f', tone: 'plain' },
  counterOnly: { glyph: 'error-circle-f', tone: 'plain' },
  counterOver: { glyph: 'error-circle-f', tone: 'plain' },
};
/** Errors that a retry can fix. */
const passing: SignEnd[] = ['cutOff', 'locked'];

/** At the counter the witness continues after the customer. */
function GoBack({ back }: { back: string }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  return (
    <button type="button" className="button" onClick={() => dispatch(route.actions.go(back))}>
      {t('sign.goBack')}
    </button>
  );
}

/** The link is finished: why, and what to do instead. */
function Ending({ end, text, ticket, back }: { end: SignEnd; text: string; ticket: string; back: string }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  return (
    <SignResult {...endings[end]} title={t(`sign.end.${end}`)} text={text || t(`sign.end.${end}Text`)}>
      {passing.includes(end) && (
        <button type="button" className="button is-main" onClick={() => dispatch(at.open({ ticket, back }))}>
          {t('frame.retry')}
        </button>
      )}
      {back && <GoBack back={back} />}
    </SignResult>
  );
}

const order: SignStep[] = ['identify', 'read', 'sign', 'done'];

interface SignedProps {
  summary: SignSummary;
  paper: SignPaper;
  done: NonNullable<SignState['done']>;
  back: string;
}

/** The receipt of a signed contract. */
function Signed({ summary, paper, done, back }: SignedProps) {
  const { t } = useTranslation();
  const isCounter = summary.way === 'counter';
  return (
    <SignResult
      glyph="checkmark-circle-f"
      tone="good"
      title={t('sign.done')}
      text={isCounter ? t('sign.handBack', { witness: summary.witnessName }) : t('sign.doneText')}
      facts={[
        [t('sign.number'), summary.contractNumber],
        [t('sign.signer'), paper.customerName],
        [t('sign.time'), done.finishTime],
      ]}
    >
      <a className="button is-main" href={done.pdf} target="_blank" rel="noopener noreferrer">
        {t('sign.openSigned')}
      </a>
      {back && <GoBack back={back} />}
    </SignResult>
  );
}

interface RefusingProps {
  summary: SignSummary;
  reason: string;
  busy: boolean;
  error: string;
}

function Refusing({ summary, reason, busy, error }: RefusingProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  return (
    <RefuseDialog
      title={t('sign.refuseTitle')}
      text={t('sign.refuseText', { name: summary.providerName })}
      label={t('ask.reason')}
      reason={reason}
      onType={(reason) => dispatch(at.giveReason(reason))}
      notYet={reason.trim() === '' ? t('ask.reasonHint') : ''}
      busy={busy}
      error={error}
      onRefuse={() => dispatch(at.refuse())}
      onClose={() => dispatch(at.thinkAgain())}
      words={{ refuse: t('sign.refuseSure'), back: t('sign.back') }}
    />
  );
}

interface SigningProps extends CheckProps {
  paper: SignPaper;
  frame: SignFrameProps;
  head: Pick<SignTitleProps, 'title' | 'note' | 'steps' | 'current'>;
}

/** Reading the contract, then signing it on the same page. */
function Signing({ state, summary, paper, frame, head, error }: SigningProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const language = useSelector(preferences.selectors.language);
  const { step, refusal, busy } = state;
  const isReading = step === 'read';
  const notYet = isReading
    ? state.hasReadAll
      ? ''
      : t('sign.readFirst')
    : state.signature === null
      ? t('sign.drawFirst')
      : state.isAgreed
        ? ''
        : t('sign.agreeFirst');
  return (
    <SignPage
      {...frame}
      {...head}
      document={<Paper summary={summary} paper={paper} />}
      documentAside={
        <a className="plain" href={paper.pdf} target="_blank" rel="noopener noreferrer">
          {t('sign.openPdf')}
        </a>
      }
      hasReadAll={state.hasReadAll}
      onReadAll={() => dispatch(at.readAll())}
      signature={
        isReading
          ? null
          : {
              label: t('sign.pad'),
              clearLabel: t('sign.clear'),
              signer: paper.customerName,
              drawn: state.signature,
              words: { draw: t('sign.draw'), type: t('sign.type'), typeHint: t('sign.typeHint') },
              onChange: (signature) => dispatch(at.draw({ signature })),
            }
      }
      isAgreed={state.isAgreed}
      onAgree={(isAgreed) => dispatch(at.agree(isAgreed))}
      agreement={
        <>
          <span lang="zh-CN">{paper.consent}</span>
          {language !== sourceLanguage && <small className="small">{t('sign.consentGloss')}</small>}
        </>
      }
      notYet={notYet}
      busy={busy === 'proceed' || busy === 'sign'}
      error={refusal ? '' : error}
      onGo={() => dispatch(isReading ? at.proceed() : at.sign())}
      onRefuse={() => dispatch(at.thinkOfRefusing())}
      words={{
        steps: t('sign.steps'),
        document: t('sign.document'),
        readAll: t('sign.readAll'),
        notReadAll: t('sign.notReadAll'),
        toEnd: t('sign.toEnd'),
        readAgain: t('sign.readAgain'),
        go: t(isReading ? 'sign.toSign' : 'sign.go'),
        refuse: t('sign.refuse'),
        trace: t('sign.trace'),
      }}
    >
      {refusal && <Refusing summary={summary} reason={refusal.reason} busy={busy === 'refuse'} error={error} />}
    </SignPage>
  );
}

/** The container of /sign/:ticket. */
function SignScreen() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const state: SignState = useSelector(sign.selectors.all);
  const language = useSelector(preferences.selectors.language);
  const { title: product } = useSelector(settings.selectors.all);
  const { summary, paper, step, end, back, done } = state;
  const error = state.error ? errorText(t, state.error.text ?? t('sign.network')) : '';

  const name = summary?.providerName ?? product;
  const frame: SignFrameProps = {
    tenant: { initial: name.slice(0, 1), name },
    badge: t('sign.badge'),
    end: languages
      .filter(({ code }) => code !== language)
      .map(({ code: other, tag, name: own }) => (
        <button
          key={other}
          type="button"
          className="plain"
          lang={tag}
          onClick={() => dispatch(preferences.actions.speak(other))}
        >
          {own}
        </button>
      )),
  };
  if (end)
    return (
      <SignFrame {...frame}>
        <Ending end={end} text={errorText(t, state.endText)} ticket={state.ticket} back={back} />
      </SignFrame>
    );
  if (!summary)
    return (
      <SignFrame {...frame} busy>
        <p className="sign-waiting">{t('sign.opening')}</p>
      </SignFrame>
    );

  const head = {
    title: summary.title,
    note: `${summary.contractNumber} · ${t('sign.until', { date: summary.expireDate })}${summary.isTest ? ` · ${t('sign.testMode')}` : ''}`,
    steps: summary.way === 'service' ? [] : [t('sign.identify'), t('sign.read'), t('sign.sign')],
    current: order.indexOf(step),
  };
  const isCounter = summary.way === 'counter';
  if (step === 'identify') {
    const Check = { counter: CounterCheck, link: LinkCheck, service: ServiceCheck }[summary.way];
    return (
      <SignFrame {...frame}>
        <SignTitle {...head} label={t('sign.steps')} isHandedOver={isCounter} />
        <Check summary={summary} state={state} error={error} />
      </SignFrame>
    );
  }
  if (!paper) return null; // Steps after the check have a contract.

  if (step === 'done' && done)
    return (
      <SignFrame {...frame}>
        <SignTitle {...head} label={t('sign.steps')} />
        <Signed summary={summary} paper={paper} done={done} back={back} />
      </SignFrame>
    );

  return <Signing state={state} summary={summary} paper={paper} frame={frame} head={head} error={error} />;
}

export const feature: Feature = { name: 'sign', slices: [sign], saga: signSaga, pages: { '': SignScreen } };
