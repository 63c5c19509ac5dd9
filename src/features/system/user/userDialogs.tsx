import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { textIn } from '../../../../contract/domain/text';
import { user } from '../../../../contract/modules/system/user';
import { roleConflicts } from '../../../store/auth/roleConflicts';
import { Button } from '../../../ui/inputs/buttons';
import { Radios } from '../../../ui/inputs/choices';
import { FormField, TextArea } from '../../../ui/inputs/fields';
import { Form } from '../../../ui/layout/Form';
import { Dialog } from '../../../ui/overlays/Dialog';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import { ChoiceInput } from '../../crud/inputs/choiceInputs';
import { optionsOf } from '../../crud/inputs/inputs';
import { RolesField } from '../../crud/inputs/rolesField';
import { OneTimePasswords } from '../../crud/passwords/oneTimePasswords';
import { useFormat } from '../../crud/useFormat';
import {
  longestExt,
  type PlatformDialog,
  type RolesDialog,
  rolesToGive,
  type UserDialog,
  type UserProblem,
  userDialogs,
} from './userDialogsSlice';

const { actions: at, selectors: see } = userDialogs;
const mostNames = 8;
const formId = 'user-dialog';

function Names({ people }: { people: RolesDialog['people'] }) {
  return (
    <p>
      {people
        .slice(0, mostNames)
        .map(({ realName, account }) => `${realName || account} (${account})`)
        .join(' · ')}
      {people.length > mostNames && ' …'}
    </p>
  );
}

const problemText = {
  noRoles: 'userDialogs.noRoles',
  notJson: 'userDialogs.notJson',
  tooLong: 'userDialogs.tooLong',
} as const;

function RolesForm({ dialog, problem }: { dialog: RolesDialog; problem: UserProblem | null }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language } = useFormat();
  const warnings = useSelector((state: never) => roleConflicts.selectors.of(state, dialog.roleIds));
  const label = textIn(user.fields.roleId.label, language);
  const count = dialog.people.length;
  return (
    <>
      <Names people={dialog.people} />
      {dialog.kind === 'roles' && count > 1 && (
        <MessageBar tone="warning">{t('userDialogs.replacesAll', { count })}</MessageBar>
      )}
      <RolesField
        label={label}
        help={t(dialog.kind === 'pass' ? 'userDialogs.passHelp' : 'userDialogs.rolesHelp')}
        problem={problem ? t(problemText[problem]) : undefined}
        warnings={warnings}
      >
        <ChoiceInput
          of={rolesToGive}
          multiple
          label={label}
          value={dialog.roleIds}
          placeholder={t('userDialogs.chooseRoles')}
          onPick={(ids) => dispatch(at.pickRoles(ids))}
        />
      </RolesField>
    </>
  );
}

function PlatformForm({ dialog, problem }: { dialog: PlatformDialog; problem: UserProblem | null }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const format = useFormat();
  const { userType, userExt } = dialog.draft;
  return (
    <>
      <Names people={[dialog.person]} />
      <FormField label={textIn(user.fields.userType.label, format.language)} layout="above" as="group">
        <Radios
          value={userType}
          options={optionsOf(user.fields.userType, format)}
          onChange={(picked) => dispatch(at.typePlatform({ userType: picked }))}
        />
      </FormField>
      <FormField
        label={textIn(user.fields.userExt.label, format.language)}
        layout="above"
        help={t('userDialogs.extHelp')}
        {...(problem ? { problem: t(problemText[problem], { most: longestExt }) } : {})}
      >
        <TextArea
          value={userExt}
          rows={8}
          spellCheck={false}
          placeholder={'{ "openId": "…" }'}
          onChange={(text) => dispatch(at.typePlatform({ userExt: text }))}
          onBlur={() => dispatch(at.judge())}
        />
      </FormField>
    </>
  );
}

const titles = {
  roles: 'userDialogs.rolesTitle',
  pass: 'userDialogs.passTitle',
  platform: 'userDialogs.platformTitle',
} as const;
function countOf(dialog: UserDialog) {
  return dialog.kind === 'platform' ? 1 : dialog.people.length;
}

/** The open dialog of the user list. */
export function UserDialogs() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { dialog, problem, isSaving } = useSelector(see.all);
  return (
    <>
      {dialog && (
        <Dialog
          key={dialog.kind}
          title={t(titles[dialog.kind])}
          size={600}
          closeLabel={t('frame.close')}
          onClose={() => dispatch(at.close())}
          footer={
            <>
              <Button onClick={() => dispatch(at.close())}>{t('ask.cancel')}</Button>
              <Button tone="primary" type="submit" form={formId} busy={isSaving}>
                {dialog.kind === 'pass' ? t('userDialogs.passCount', { count: countOf(dialog) }) : t('crud.save')}
              </Button>
            </>
          }
        >
          <Form id={formId} onSubmit={() => dispatch(at.save())}>
            {dialog.kind === 'platform' ? (
              <PlatformForm dialog={dialog} problem={problem} />
            ) : (
              <RolesForm dialog={dialog} problem={problem} />
            )}
          </Form>
        </Dialog>
      )}
      <OneTimePasswords page={user.name} />
    </>
  );
}
