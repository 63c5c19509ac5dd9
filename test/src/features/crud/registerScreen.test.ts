/** The search of a register has every field that its model says, references too. */
import { registerModule } from '../../../../contract/schema/register';
import { screenOf } from '../../../../src/features/crud/feature';
import { registerScreen } from '../../../../src/features/crud/register/registerScreen';
import { fieldFor, modelFor } from '../../../support/models';

it('a reference is searched where its model says so', () => {
  const title = fieldFor('title', 'text', { isRequired: true });
  const asked = fieldFor('deptId', 'ref', { to: 'dept', search: 'equal' });
  const unasked = fieldFor('userId', 'ref', { to: 'user' });
  const module = registerModule(modelFor('keys', [title, asked, unasked]));
  expect(screenOf(module).search).toEqual(['createTime']); // what a screen has that says nothing
  expect(screenOf(module, registerScreen(module)).search).toEqual(['deptId', 'createTime']);
});
