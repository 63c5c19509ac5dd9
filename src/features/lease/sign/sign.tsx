import { languages, sourceLanguage } from '../../../../contract/domain/languages';
import './sign.css';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { formatMoney } from '../../../../contract/domain/money';
import { route } from '../../../store/navigation/route';
import { preferences } from '../../../store/preferences';
import { settings } from '../../../store/settings';
import { errorText } from '../../crud/errorText';
import type { Feature } from '../../crud/feature';
import {
  RefuseDialog,
  SignCodeField,
  SignField,
  SignFoot,
  SignFrame,
  type SignFrameProps,
  SignPage,
  SignResult,
  type SignResultProps,
  SignTitle,
} from './SignPage';
import { signSaga } from './signSaga';
import { type SignEnd, type SignPaper, type SignState, type SignStep, type SignSummary, sign } from './signSlice';

const { actions: at } = sign;

/** Texts of the contract are Chinese in every language of the page. */
const printed = {
  number: '合同编号：',
  provider: '甲方',
  customer: '乙方',
  annex: '附件一　',
  period: '期次',
  due: '应付日期',
  amount: '应付金额(元)',
  total: '合计',
};

/** The contract in a layout for phones; the file has the same text. */
function Paper({ summary, paper }: { summary: SignSummary; paper: SignPaper }) {
  return (
    <>
      <h2>{summary.title}</h2>
      <p className="sign-paper-number">
        {printed.number}
        {summary.contractNumber}
      </p>
      <div className="sign-parties">
        <p>
          <span>
            {printed.provider}（{paper.roles.provider}）
          </span>{' '}
          {summary.providerName}
        </p>
        <p>
          <span>
            {printed.customer}（{paper.roles.customer}）
          </span>{' '}
          {paper.customerName}
        </p>
      </div>
      <p>{paper.preamble}</p>
      {paper.clauses.map(({ title, items }) => (
        <section key={title} className="sign-clause">
          <h3>{title}</h3>
          <ol>
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ol>
        </section>
      ))}
      <h3>
        {printed.annex}
        {paper.annexTitle}
      </h3>
      <table>
        <thead>
          <tr>
            <th scope="col">{printed.period}</th>
            <th scope="col">{printed.due}</th>
            <th scope="col">{printed.amount}</th>
          </tr>
        </thead>
        <tbody>
          {paper.plan.map(({ currentPeriods, dueDate, amountPayable }) => (
            <tr key={currentPeriods}>
              <td>{currentPeriods}</td>
              <td>{dueDate}</td>
              <td>{formatMoney(amountPayable)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {printed.total}
            </th>
            <td>{formatMoney(paper.totals.amountPayable)}</td>
          </tr>
        </tfoot>
      </table>
    </>
  );
}

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
function BackToOrder({ back }: { back: string }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  return (
    <button type="button" className="sign-button" onClick={() => dispatch(route.actions.go(back))}>
      {t('sign.toOrder')}
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
        <button type="button" className="sign-button is-primary" onClick={() => dispatch(at.open({ ticket, back }))}>
          {t('crud.retry')}
        </button>
      )}
      {back && <BackToOrder back={back} />}
    </SignResult>
  );
}

const order: SignStep[] = ['identify', 'read', 'sign', 'done'];

/** The container of /sign/:ticket. */
function SignScreen() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const state: SignState = useSelector(sign.selectors.all);
  const language = useSelector(preferences.selectors.language);
  const { title: product } = useSelector(settings.selectors.all);
  const { summary, paper, step, end, form, problems, code, back, refusal, done, busy } = state;
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
          className="sign-language"
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
    steps: [t('sign.identify'), t('sign.read'), t('sign.sign')],
    current: order.indexOf(step),
  };
  const isCounter = summary.way === 'counter';
  if (step === 'identify' && isCounter)
    return (
      <SignFrame {...frame}>
        <SignTitle {...head} label={t('sign.steps')} isHandedOver />
        <div className="sign-fields">
          <p className="sign-intro">
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
      </SignFrame>
    );
  if (step === 'identify')
    return (
      <SignFrame {...frame}>
        <SignTitle {...head} label={t('sign.steps')} />
        <form
          className="sign-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            dispatch(at.identify());
          }}
        >
          <div className="sign-fields">
            <p className="sign-intro">{t('sign.intro', { name: summary.providerName })}</p>
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
      </SignFrame>
    );
  if (!paper) return null; // Steps after the check have a contract.

  if (step === 'done' && done)
    return (
      <SignFrame {...frame}>
        <SignTitle {...head} label={t('sign.steps')} />
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
          <a className="sign-button is-primary" href={done.pdf} target="_blank" rel="noopener noreferrer">
            {t('sign.openSigned')}
          </a>
          {back && <BackToOrder back={back} />}
        </SignResult>
      </SignFrame>
    );

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
        <a href={paper.pdf} target="_blank" rel="noopener noreferrer">
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
          {language !== sourceLanguage && <small>{t('sign.consentGloss')}</small>}
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
      {refusal && (
        <RefuseDialog
          title={t('sign.refuseTitle')}
          text={t('sign.refuseText', { name: summary.providerName })}
          label={t('ask.reason')}
          reason={refusal.reason}
          onType={(reason) => dispatch(at.giveReason(reason))}
          notYet={refusal.reason.trim() === '' ? t('ask.reasonHint') : ''}
          busy={busy === 'refuse'}
          error={error}
          onRefuse={() => dispatch(at.refuse())}
          onClose={() => dispatch(at.thinkAgain())}
          words={{ refuse: t('sign.refuseSure'), back: t('sign.back') }}
        />
      )}
    </SignPage>
  );
}

export const feature: Feature = { name: 'sign', slices: [sign], saga: signSaga, pages: { '': SignScreen } };
