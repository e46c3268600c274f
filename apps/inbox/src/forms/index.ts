export { CheckField, ChecksField, ChoiceField, LinesField, TextField } from './fields';
export { ConfirmButton, Form } from './form';
export { type FormState, useForm, type Values } from './use-form';
