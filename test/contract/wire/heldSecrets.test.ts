/** The first load, which writes lines of actions and states, knows no module; a module brings along what masks its fields. */
const line = { params: 'password=w0rd', form: { name: 'params', value: '{"token":"t"}' } };

it('masks the secrets in a field as soon as its module is there, so that no line can hold one before', () => {
  jest.isolateModules(() => {
    const { masked } = require('../../../contract/wire/secrets');
    const { secretHolders } = require('../../../contract/schema/declaredSecrets');
    expect([...secretHolders.keys()]).toEqual([]);
    const { jobinfo } = require('../../../contract/modules/job/jobinfo');
    const fields = Object.keys(jobinfo.fields).filter((name) => jobinfo.fields[name].holdsSecrets);
    expect(fields).toContain('jobParams');
    for (const name of fields)
      expect(masked({ [name]: line.params, form: { name, value: line.form.value } })).toEqual({
        [name]: 'password=***',
        form: { name, value: '{"token":"***"}' },
      });
  });
});
