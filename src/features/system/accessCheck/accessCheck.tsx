import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { beginsInitials } from '../../../../contract/domain/search/pinyin';
import { joined, type Language, textIn } from '../../../../contract/domain/text';
import { user } from '../../../../contract/modules/system/user';
import { type CheckName, checkText, type Why } from '../../../../contract/wire/accessCheck';
import { namedCodes } from '../../../../contract/wire/menus';
import { roleConflicts } from '../../../store/auth/roleConflicts';
import { menu, menuLabel, permission } from '../../../store/navigation/menu';
import { Button, ButtonLink } from '../../../ui/inputs/buttons';
import { ComboInput } from '../../../ui/inputs/ComboInput';
import type { Option } from '../../../ui/inputs/choices';
import { FormField } from '../../../ui/inputs/fields';
import { arrange } from '../../../ui/layout/arrange';
import { Form } from '../../../ui/layout/Form';
import { Page } from '../../../ui/layout/frame';
import { PageTitle } from '../../../ui/layout/PageTitle';
import { Chip, StatusChip, Verdict } from '../../../ui/layout/status';
import { Card, Segments } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import { errorText } from '../../crud/errorText';
import type { Feature } from '../../crud/feature';
import { ChoiceInput } from '../../crud/inputs/choiceInputs';
import { RoleWarnings } from '../../crud/inputs/rolesField';
import { TenantBar, TenantChoice } from '../../crud/inputs/tenantChoice';
import { useFormat } from '../../crud/useFormat';
import styles from './accessCheck.module.css';
import { whySaga } from './accessCheckSaga';
import { decidingCheck, idsOf, missingIn, type WhyState, why } from './accessCheckSlice';

const { actions: at } = why;
/** Maximum number of options; a longer search text leaves fewer. */
const mostOffered = 50;

const builtIn = namedCodes();

/** Menus and buttons by code: those of the product, and others of the current user. */
function useCodes(language: Language): Option[] {
  const own = useSelector(permission.selectors.codes);
  const pages = useSelector(menu.selectors.leaves);
  return useMemo(() => {
    const names = new Map(builtIn.map(({ code, name }) => [code, textIn(name, language)]));
    for (const page of pages) if (!names.has(page.code)) names.set(page.code, textIn(menuLabel(page), language));
    for (const code of Object.keys(own)) if (!names.has(code)) names.set(code, code);
    return [...names].map(([code, name]) => ({ value: code, label: name, note: code }));
  }, [own, pages, language]);
}

function offered(options: readonly Option[], sought: string): Option[] {
  const text = sought.trim().toLowerCase();
  return options
    .filter(({ label, note }) => `${label}\n${note ?? ''}`.toLowerCase().includes(text) || beginsInitials(label, text))
    .slice(0, mostOffered);
}

function QuestionForm({ state }: { state: WhyState }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language } = useFormat();
  const codes = useCodes(language);
  const calls = useMemo(
    () =>
      (state.calls ?? []).map(
        ({ method, path }): Option => ({ value: `${method} ${path}`, label: path, note: method }),
      ),
    [state.calls],
  );
  const { person, by, code, call } = state;
  const missing = missingIn(state);
  const words = {
    none: t('crud.none'),
    found: (count: number) => t('crud.found', { count }),
    clear: t('choose.clear'),
  };
  return (
    <Form className={styles.form} onSubmit={() => dispatch(at.ask())}>
      <FormField id="why-person" layout="above" label={t('why.person')} required>
        <ChoiceInput
          of={user.name}
          label={t('why.person')}
          value={person.id}
          shown={person.name || person.id}
          placeholder={t('why.personHint')}
          onPick={(id, name) => dispatch(at.choose({ person: { id, name } }))}
        />
      </FormField>
      <FormField layout="above" as="group" label={t('why.by')}>
        <Segments
          label={t('why.by')}
          items={[
            { key: 'code', label: t('why.byCode') },
            { key: 'call', label: t('why.byCall') },
          ]}
          current={by}
          onPick={(key) => dispatch(at.choose({ by: key === 'call' ? 'call' : 'code' }))}
          size="medium"
        />
      </FormField>
      {by === 'code' ? (
        <FormField id="why-code" layout="above" label={t('why.code')} required>
          <ComboInput
            value={code}
            label={codes.find(({ value }) => value === code)?.label ?? code}
            placeholder={t('why.codeHint')}
            options={offered(codes, state.sought)}
            onQuery={(text) => dispatch(at.seek(text))}
            onPick={(option) => dispatch(at.choose({ code: option?.value ?? '' }))}
            words={words}
          />
        </FormField>
      ) : (
        <FormField id="why-call" layout="above" label={t('why.call')} required>
          <ComboInput
            value={call.path && `${call.method} ${call.path}`}
            label={call.path && `${call.method} ${call.path}`}
            placeholder={t('why.callHint')}
            options={offered(calls, state.sought)}
            busy={state.calls === null}
            onQuery={(text) => dispatch(at.seek(text))}
            onPick={(option) => {
              const [method = '', path = ''] = (option?.value ?? '').split(' ');
              dispatch(at.choose({ call: { method, path } }));
            }}
            words={words}
          />
        </FormField>
      )}
      <Button
        tone="primary"
        type="submit"
        icon="search"
        busy={state.isBusy}
        disabledReason={missing === null ? undefined : t(`why.${missing}First`)}
      >
        {t('why.ask')}
      </Button>
    </Form>
  );
}

/** The page where a failed check can be fixed. */
const placeOf: Partial<Record<CheckName, string>> = {
  tenant: 'tenant',
  account: 'user',
  password: 'user',
  known: 'menu',
  package: 'tenantPackage',
  role: 'role',
  apiScope: 'role',
};

/** Fixes for the failed checks, in the order of the checks. */
function ToDo({ answer: { isAllowed, checks } }: { answer: Why }) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const pages = useSelector(menu.selectors.leaves);
  const failed = isAllowed ? [] : checks.filter(({ isOk }) => !isOk);
  const pageFor = (check: CheckName) => pages.find(({ code }) => code === placeOf[check]);
  const places = new Set(failed.flatMap(({ check }) => pageFor(check) ?? []));
  return (
    <Card title={t('why.todo')}>
      {failed.length === 0 && <p>{t('why.nothing')}</p>}
      {failed.map(({ check }) => (
        <p key={check}>{t(`why.do.${check}`)}</p>
      ))}
      {places.size > 0 && (
        <p className={arrange.row}>
          {[...places].map((page) => (
            <ButtonLink key={page.code} icon="arrow-right" to={page.path}>
              {t('why.open', { name: textIn(menuLabel(page), language) })}
            </ButtonLink>
          ))}
        </p>
      )}
    </Card>
  );
}

function Answer({ answer }: { answer: Why }) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const { isAllowed, person, roles, checks, dataScopes } = answer;
  const warnings = useSelector((state: never) => roleConflicts.selectors.of(state, idsOf(roles)));
  const name = person.realName || person.account;
  const deciding = isAllowed ? undefined : decidingCheck(answer);
  const list = (items: readonly string[]) => joined(items, language);
  return (
    <div className={`${arrange.aside} ${styles.answer}`}>
      <div>
        <Card title={t('why.checks')}>
          <p className={arrange.row} role="status">
            <StatusChip tone={isAllowed ? 'success' : 'danger'} glyph={isAllowed ? 'checkmark-circle' : 'prohibited'}>
              {t(isAllowed ? 'why.allowed' : 'why.notAllowed', { name })}
            </StatusChip>
            <span className={text.caption}>{person.account}</span>
          </p>
          <ol className={`${arrange.list} ${styles.checks}`}>
            {checks.map((check) => (
              <li key={check.check} data-decides={check === deciding || undefined}>
                <Verdict tone={check.isOk ? 'good' : 'bad'}>{t(check.isOk ? 'why.passed' : 'why.failed')}</Verdict>
                <span className={text.grow}>{checkText(check, language)}</span>
                {check === deciding && <Chip tone="danger">{t('why.decides')}</Chip>}
              </li>
            ))}
          </ol>
        </Card>
        <ToDo answer={answer} />
      </div>
      <div>
        <Card title={t('why.roles')}>
          {person.isSuper && <p className={text.caption}>{t('why.isSuper')}</p>}
          {person.isAdmin && !person.isSuper && <p className={text.caption}>{t('why.isAdmin')}</p>}
          {roles.length === 0 && <p>{t('why.noRoles')}</p>}
          <RoleWarnings texts={warnings} />
          <ul className={`${arrange.list} ${styles.checks}`}>
            {roles.map((role) => (
              <li key={role.id}>
                <Verdict
                  tone={role.holds ? 'good' : 'info'}
                  glyph={role.holds ? 'checkmark-circle-f' : 'dismiss-circle'}
                >
                  {t(role.holds ? 'why.holds' : 'why.holdsNot')}
                </Verdict>
                <span className={text.grow}>{role.name}</span>
              </li>
            ))}
          </ul>
        </Card>
        <Card title={t('why.scopes')}>
          {dataScopes.length === 0 ? (
            <p>{t('why.noScopes')}</p>
          ) : (
            <ul className={`${arrange.list} ${styles.checks}`}>
              {dataScopes.map((scope) => (
                <li key={scope.name}>
                  <span>
                    <b>{scope.name}</b> {textIn(scope.rule, language)}
                    <br />
                    <span className={text.caption}>{t('why.scopeOf', { roles: list(scope.roles) })}</span>
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Card>
      </div>
    </div>
  );
}

/** Why a user may or may not do something: the checks of the server one by one. */
function WhyPage() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const state = useSelector(why.selectors.all);
  return (
    <Page>
      <PageTitle title={t('why.title')} end={<TenantChoice />}>
        <span className={text.caption}>{t('why.text')}</span>
      </PageTitle>
      <TenantBar />
      <Card>
        <QuestionForm state={state} />
      </Card>
      {state.answer ? (
        <Answer answer={state.answer} />
      ) : state.isBusy ? (
        <CardSkeleton />
      ) : (
        state.problem !== null && (
          <Card>
            <EmptyState
              kind={state.problem === '' ? 'network' : 'broken'}
              title={state.problem === '' ? t('why.lost') : errorText(t, state.problem)}
            >
              <Button icon="arrow-clockwise" onClick={() => dispatch(at.ask())}>
                {t('frame.retry')}
              </Button>
            </EmptyState>
          </Card>
        )
      )}
    </Page>
  );
}

export const feature: Feature = {
  name: 'why',
  needs: ['choices'],
  slices: [why],
  saga: whySaga,
  pages: { '': WhyPage },
};
