//! Compiles tokens to instructions, by precedence climbing (M. Richards and C. Whitby-Strevens, "BCPL: the language and
//! its compiler", 1979). Its depth is bounded, so that no text overflows the stack.

use super::error::ExpressionError;
use super::lexer::{Lexer, Token};
use super::operator::{Assignment, Binary, Chain, Instruction, Unary};
use crate::behavior::entry::Typed;
use crate::behavior::value::ValueComparison;

/// The greatest nesting depth of brackets, prefixes, conditionals and assignments together.
const DEEPEST: usize = 100;

pub(super) struct Parser<'t> {
    lexer: Lexer<'t>,
    token: Token<'t>,
    at: usize,
    steps: Vec<Instruction>,
    depth: usize,
}

/// The binary operators in ascending precedence.
const LEVELS: [&[Binary]; 6] = [
    &[Binary::Or],
    &[Binary::And],
    &[Binary::BitOr, Binary::BitXor],
    &[Binary::BitAnd],
    &[Binary::Add, Binary::Subtract, Binary::Join],
    &[Binary::Multiply, Binary::Divide],
];
/// The row after which the comparisons are.
const BEFORE_COMPARISONS: usize = 1;

type Parsed = Result<(), ExpressionError>;

impl<'t> Parser<'t> {
    pub(super) fn new(text: &'t str) -> Result<Self, ExpressionError> {
        let mut lexer = Lexer::new(text);
        let (at, token) = lexer.next()?;
        Ok(Self { lexer, token, at, steps: Vec::new(), depth: 0 })
    }

    /// Statements, at least one, up to the end of the text.
    pub(super) fn program(mut self) -> Result<Vec<Instruction>, ExpressionError> {
        loop {
            while self.takes(";")? {}
            if self.token == Token::End {
                break;
            }
            if !self.steps.is_empty() {
                self.steps.push(Instruction::Drop);
            }
            self.expression()?;
            if !matches!(self.token, Token::End | Token::Sign(";")) {
                return Err(self.unexpected("an operator or `;`"));
            }
        }
        if self.steps.is_empty() { Err(self.failed("the script is empty".to_owned())) } else { Ok(self.steps) }
    }

    /// An assignment or a value.
    fn expression(&mut self) -> Parsed {
        self.deeper(|parser| {
            let first = parser.steps.len();
            parser.conditional()?;
            let Token::Sign(sign) = parser.token else { return Ok(()) };
            let Some(how) = Assignment::from_sign(sign) else { return Ok(()) };
            let (Some(Instruction::Load(key)), true) = (parser.steps.last().cloned(), parser.steps.len() == first + 1)
            else {
                return Err(parser.failed(format!("only a name is allowed before `{sign}`")));
            };
            parser.steps.pop();
            parser.advance()?;
            parser.expression()?;
            parser.steps.push(Instruction::Store(key, how));
            Ok(())
        })
    }

    fn conditional(&mut self) -> Parsed {
        self.level(0)?;
        if !self.takes("?")? {
            return Ok(());
        }
        let unless = self.reserve();
        self.expression()?;
        self.expect(":")?;
        let over = self.reserve();
        self.steps[unless] = Instruction::JumpUnless(self.steps.len());
        self.deeper(Self::conditional)?;
        self.steps[over] = Instruction::Jump(self.steps.len());
        Ok(())
    }

    /// Operators of this precedence and higher.
    fn level(&mut self, level: usize) -> Parsed {
        let Some(operators) = LEVELS.get(level) else { return self.prefix() };
        self.tighter(level)?;
        while let Token::Sign(sign) = self.token {
            let Some(&operator) = operators.iter().find(|operator| operator.sign() == sign) else { break };
            self.advance()?;
            self.tighter(level)?;
            self.steps.push(Instruction::Binary(operator));
        }
        Ok(())
    }

    fn tighter(&mut self, level: usize) -> Parsed {
        if level == BEFORE_COMPARISONS { self.comparisons() } else { self.level(level + 1) }
    }

    fn comparisons(&mut self) -> Parsed {
        self.level(BEFORE_COMPARISONS + 1)?;
        let mut comparisons = Vec::new();
        while let Token::Sign(sign) = self.token {
            let Some(comparison) = ValueComparison::ALL.into_iter().find(|comparison| comparison.sign() == sign) else {
                break;
            };
            self.advance()?;
            self.level(BEFORE_COMPARISONS + 1)?;
            comparisons.push((self.reserve(), comparison));
        }
        let (end, last) = (self.steps.len(), comparisons.last().map(|(at, _)| *at));
        for (at, comparison) in comparisons {
            self.steps[at] = Instruction::Compare(comparison, Chain { is_last: Some(at) == last, end });
        }
        Ok(())
    }

    fn prefix(&mut self) -> Parsed {
        let operator = match self.token {
            Token::Sign(sign) => Unary::ALL.into_iter().find(|operator| operator.sign() == sign),
            _ => None,
        };
        let Some(operator) = operator else { return self.atom() };
        self.advance()?;
        self.deeper(Self::prefix)?;
        self.steps.push(Instruction::Unary(operator));
        Ok(())
    }

    fn atom(&mut self) -> Parsed {
        let step = match self.token {
            Token::Whole(number) => Instruction::Push(Typed::whole(number)),
            Token::Real(number) => Instruction::Push(Typed::real(number)),
            Token::Text(text) => Instruction::Push(Typed::text(text)),
            Token::Name("true") => Instruction::Push(Typed::truth(true)),
            Token::Name("false") => Instruction::Push(Typed::truth(false)),
            Token::Name(name) => Instruction::Load(name.into()),
            Token::Sign("(") => {
                self.advance()?;
                self.expression()?;
                return self.expect(")");
            }
            Token::Sign(_) | Token::End => return Err(self.unexpected("a value or a name")),
        };
        self.steps.push(step);
        self.advance()
    }

    /// The index of a jump whose target is not known yet.
    fn reserve(&mut self) -> usize {
        self.steps.push(Instruction::Drop);
        self.steps.len() - 1
    }

    fn deeper(&mut self, parse: impl FnOnce(&mut Self) -> Parsed) -> Parsed {
        if self.depth == DEEPEST {
            return Err(self.failed(format!("the script nests deeper than {DEEPEST} levels; use several statements")));
        }
        self.depth += 1;
        parse(self)?;
        self.depth -= 1;
        Ok(())
    }

    fn advance(&mut self) -> Parsed {
        (self.at, self.token) = self.lexer.next()?;
        Ok(())
    }

    fn takes(&mut self, sign: &str) -> Result<bool, ExpressionError> {
        let is_there = matches!(self.token, Token::Sign(found) if found == sign);
        if is_there {
            self.advance()?;
        }
        Ok(is_there)
    }

    fn expect(&mut self, sign: &str) -> Parsed {
        if self.takes(sign)? { Ok(()) } else { Err(self.unexpected(&format!("`{sign}`"))) }
    }

    fn unexpected(&self, wanted: &str) -> ExpressionError {
        let found = match self.token {
            Token::Whole(number) => format!("`{number}`"),
            Token::Real(number) => format!("`{number}`"),
            Token::Text(_) => "a text".to_owned(),
            Token::Name(name) => format!("`{}`", name.chars().take(48).collect::<String>()),
            Token::Sign(sign) => format!("`{sign}`"),
            Token::End => "the end".to_owned(),
        };
        self.failed(format!("expected {wanted}, found {found}"))
    }

    fn failed(&self, message: String) -> ExpressionError {
        ExpressionError { at: self.at, message }
    }
}
