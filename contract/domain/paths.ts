/** Paths of modules that the first screens ask: apart from the modules, whose fields and texts they do not need. */
export const rolePath = '/blade-system/role';
export const approvalRulePath = '/blade-flow/approval-rule';
