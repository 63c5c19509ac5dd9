/** A module sheet: its classes by name. A test compares the used names with the defined ones. */
declare module '*.module.css' {
  const styles: Readonly<Record<string, string>>;
  export default styles;
}
