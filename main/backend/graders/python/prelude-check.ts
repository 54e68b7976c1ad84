/** The part of the prelude that reads a grader's source without running any of it; `prelude.ts` puts it in place. */
export const CHECK = String.raw`
def _assay_checker():
    import ast, json

    FILE = 'grader.py'
    encode = json.JSONEncoder().encode

    def parameter_names(arguments):
        return [a.arg for a in arguments.posonlyargs + arguments.args]

    def bindings(body, found):
        # Top-level statements that may define grade, in any branch. None in found: it may come from where we cannot see.
        for node in body:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                if node.name == 'grade':
                    found.append(node)
            elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                if any(isinstance(n, ast.Name) and n.id == 'grade' for t in targets for n in ast.walk(t)):
                    found.append(node)
            elif isinstance(node, (ast.Import, ast.ImportFrom)):
                if any((a.asname or a.name) in ('grade', '*') for a in node.names):
                    found.append(None)
            elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
                called = {n.id for n in ast.walk(node.value) if isinstance(n, ast.Name)}
                if called & {'exec', 'globals', 'setattr', 'vars', 'locals'}:
                    found.append(None)
            for field in ('body', 'orelse', 'finalbody'):
                inner = getattr(node, field, None)
                if isinstance(inner, list) and not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                    bindings(inner, found)
            for handler in getattr(node, 'handlers', []):
                bindings(handler.body, found)
            for case in getattr(node, 'cases', []):
                bindings(case.body, found)
        return found

    def endless(node):
        return isinstance(node.test, ast.Constant) and bool(node.test.value) and not any(
            isinstance(inner, ast.Break) for inner in ast.walk(node))

    def falls_through(body):
        # Whether control can reach the end of body, judged by its last statement; true when unsure is avoided.
        if not body:
            return True
        last = body[-1]
        if isinstance(last, (ast.Return, ast.Raise)):
            return False
        if isinstance(last, ast.If):
            return falls_through(last.body) or falls_through(last.orelse)
        if isinstance(last, (ast.With, ast.AsyncWith)):
            return falls_through(last.body)
        if isinstance(last, ast.While):
            return not endless(last)
        if isinstance(last, (ast.Try, ast.TryStar)):
            if last.finalbody and not falls_through(last.finalbody):
                return False
            main = falls_through(last.orelse) if last.orelse else falls_through(last.body)
            return main or any(falls_through(handler.body) for handler in last.handlers)
        if isinstance(last, ast.Match):
            open_ended = not any(
                isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None and case.guard is None for case in last.cases)
            return open_ended or any(falls_through(case.body) for case in last.cases)
        if isinstance(last, ast.Assert):
            return not (isinstance(last.test, ast.Constant) and not last.test.value)
        return True

    text = {'lines': []}

    def column_of(line, characters):
        # Editors count UTF-16 units.
        return len(line[:characters].encode('utf-16-le', 'surrogatepass')) // 2 + 1

    def line_at(number):
        lines = text['lines']
        return lines[number - 1] if 0 < number <= len(lines) else ''

    def issue(code, node, message):
        if node is None:
            return {'code': code, 'message': message}
        line = line_at(node.lineno)
        # Python's tree counts bytes of UTF-8.
        before = line.encode('utf-8', 'surrogatepass')[:node.col_offset].decode('utf-8', 'replace')
        return {'code': code, 'message': message, 'line': node.lineno, 'column': column_of(line, len(before))}

    def signature_issue(node):
        arguments = node.args
        names = parameter_names(arguments)
        if len(names) == 2 and not (arguments.vararg or arguments.kwarg or arguments.kwonlyargs):
            return None
        return issue('wrong_signature', node, f'grade must take exactly two parameters, (sample, item); it takes ({ast.unparse(arguments)}).')

    def check(source):
        text['lines'] = source.split('\n')
        try:
            tree = ast.parse(source, FILE)
            compile(source, FILE, 'exec', dont_inherit=True)
        except SyntaxError as error:
            line = error.lineno or 1
            column = column_of(line_at(line), max(error.offset or 1, 1) - 1)
            return encode({'problem': {'code': 'syntax', 'message': error.msg, 'line': line, 'column': column}})
        except (RecursionError, MemoryError):
            return encode({'problem': {'code': 'too_complex', 'message': 'The source is nested too deeply to be read.'}})
        except ValueError as error:
            return encode({'problem': {'code': 'syntax', 'message': str(error), 'line': 1, 'column': 1}})
        try:
            return encode(judge(tree))
        except RecursionError:
            return encode({'problem': {'code': 'too_complex', 'message': 'The source is nested too deeply to be read.'}})

    def judge(tree):
        found = bindings(tree.body, [])
        if not found:
            return {'problem': issue('missing_grade', None, 'No grade function: define grade(sample, item) at the top level.')}
        last = found[-1]
        warnings = []
        if isinstance(last, ast.AsyncFunctionDef):
            return {'problem': issue('wrong_signature', last, 'grade must be a plain function, not async.')}
        if isinstance(last, ast.FunctionDef):
            if not last.decorator_list:
                problem = signature_issue(last)
                if problem is not None:
                    return {'problem': problem}
            names = parameter_names(last.args)
            if names == ['item', 'sample']:
                warnings.append(issue('parameter_order', last, 'The sample comes first: grade(sample, item). As written, item receives the sample.'))
            if falls_through(last.body):
                warnings.append(issue('may_return_none', last, 'grade can end without a return; it then returns None, which is not a score.'))
        return {'warnings': warnings}

    return check
`;
